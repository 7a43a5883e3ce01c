// SPDX-License-Identifier: 0BSD
//
// Strings as MUTF-8 and CESU-8 against Java's own: DataOutputStream.writeUTF and DataInputStream.readUTF, JNI's NewStringUTF and
// GetStringUTFChars (outside_jni.c, the library that is named), the charset CESU-8.
//
// In: lines `NAME UNITS TEXT` in hex, from outside_utf.c. Out: `N strings are Java's`, or the first that is not, and exit status 1.
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.Arrays;

public class OutsideUtf {
    // GetStringUTFChars of a string, and NewStringUTF of these bytes and a zero.
    static native byte[] take(String string);
    static native String make(byte[] text);

    static byte[] bytes(String hex) {
        byte[] bytes = new byte[hex.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
        }
        return bytes;
    }

    static String string(String hex) {
        StringBuilder string = new StringBuilder();
        for (int i = 0; i < hex.length(); i += 4) {
            string.append((char) Integer.parseInt(hex.substring(i, i + 4), 16));
        }
        return string.toString();
    }

    static byte[] written(String string) throws IOException {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        new DataOutputStream(to).writeUTF(string);
        byte[] all = to.toByteArray();
        return Arrays.copyOfRange(all, 2, all.length);
    }

    static String read(byte[] text) throws IOException {
        byte[] all = new byte[text.length + 2];
        all[0] = (byte) (text.length >> 8);
        all[1] = (byte) text.length;
        System.arraycopy(text, 0, all, 2, text.length);
        return new DataInputStream(new ByteArrayInputStream(all)).readUTF();
    }

    static String wrong(String name, String string, byte[] text) throws IOException {
        if (name.equals("cesu8")) {
            Charset cesu8 = Charset.forName("CESU-8");
            return !Arrays.equals(string.getBytes(cesu8), text) ? "getBytes"
                : !new String(text, cesu8).equals(string) ? "new String" : null;
        }
        if (!read(text).equals(string)) {
            return "readUTF";
        }
        if (name.equals("mutf8lenient")) {
            return null;
        }
        return !Arrays.equals(written(string), text) ? "writeUTF"
            : !Arrays.equals(take(string), text) ? "GetStringUTFChars"
            : !make(text).equals(string) ? "NewStringUTF" : null;
    }

    public static void main(String[] arguments) throws IOException {
        System.load(arguments[0]);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        int count = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine(), count++) {
            String[] words = line.split(" ");
            String how = wrong(words[0], string(words[1]), bytes(words[2]));
            if (how != null) {
                System.out.println(line + ": " + how + " differs");
                System.exit(1);
            }
        }
        System.out.println(count + " strings are Java's");
    }
}
