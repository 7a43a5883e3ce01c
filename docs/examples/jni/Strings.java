// SPDX-License-Identifier: 0BSD

/** Converts strings to UTF-8 and back in native code. JNI itself uses modified UTF-8. */
public final class Strings {
    static {
        System.loadLibrary("strings");
    }

    private Strings() {
    }

    /** Encodes a string as UTF-8. Returns null if it has a lone surrogate, which UTF-8 cannot encode. */
    public static native byte[] utf8(String string);

    /** Decodes UTF-8. Returns null if the bytes are ill-formed. */
    public static native String string(byte[] utf8);

    /** Prints the results for a few strings. */
    public static void main(String[] arguments) {
        for (String string : new String[] {"caf\u00E9", "\uD83D\uDE00", "a\u0000b", "half \uD83D", ""}) {
            byte[] bytes = utf8(string);
            System.out.println(bytes == null ? "lone surrogate" : bytes.length + " bytes, " + string.equals(string(bytes)));
        }
        System.out.println(string(new byte[] {(byte) 0xC0, (byte) 0x80}));
    }
}
