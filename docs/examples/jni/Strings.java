// SPDX-License-Identifier: 0BSD

/** Strings to UTF-8 and back in native code, where Java's own bytes are modified UTF-8. */
public final class Strings {
    static {
        System.loadLibrary("strings");
    }

    private Strings() {
    }

    /** The string as UTF-8, or null where it holds half of a surrogate pair, which UTF-8 cannot write. */
    public static native byte[] utf8(String string);

    /** The string that these bytes of UTF-8 are, or null where they are none. */
    public static native String string(byte[] utf8);

    /** Prints what becomes of a few strings. */
    public static void main(String[] arguments) {
        for (String string : new String[] {"caf\u00E9", "\uD83D\uDE00", "a\u0000b", "half \uD83D", ""}) {
            byte[] bytes = utf8(string);
            System.out.println(bytes == null ? "no UTF-8" : bytes.length + " bytes, " + string.equals(string(bytes)));
        }
        System.out.println(string(new byte[] {(byte) 0xC0, (byte) 0x80}));
    }
}
