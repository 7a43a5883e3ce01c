// SPDX-License-Identifier: 0BSD
//
// Java's own conversion of a text, for tests/outside/texts.sh. Standard input is UTF-8. Standard output is in the charset of the argument,
// or for `mutf-8` the bytes of DataOutputStream.writeUTF, in strings of at most 20,000 units and without their lengths.
//
//     java tests/outside/Texts.java cesu-8 <TEXT
import java.io.*;
import java.nio.charset.*;

class Texts {
    static final int STRING = 20000;

    static byte[] mutf8(String text) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int at = 0; at < text.length();) {
            int end = Math.min(at + STRING, text.length());
            ByteArrayOutputStream one = new ByteArrayOutputStream();
            new DataOutputStream(one).writeUTF(text.substring(at, end));
            all.write(one.toByteArray(), 2, one.size() - 2);
            at = end;
        }
        return all.toByteArray();
    }

    public static void main(String[] arguments) throws IOException {
        String text = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        System.out.write(arguments[0].equals("mutf-8") ? mutf8(text) : text.getBytes(Charset.forName(arguments[0])));
        System.out.flush();
    }
}
