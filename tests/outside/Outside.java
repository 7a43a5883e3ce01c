// SPDX-License-Identifier: 0BSD
//
// Java as a decoder: its charsets, DataInput and DataOutput, and JNI's strings (jni.c).
//
// In: a name that `way` accepts, and for `jni` the path of the library; blocks of sources on standard input, as tests/outside/stream.h
// describes them. Out: an answer for each source. Some of Java's decoders accept more than the encoding. Then a text is well-formed only
// if Java also writes the string as the same bytes (mutf8), or if the string has no lone surrogates (cesu8), or both (mutf8paired).
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;

public class Outside {
    static final byte[] YES = {'y'}, NO = {'n'}, UNASKED = {'?'};
    static final int MOST = 65535;
    static final Charset CESU8 = Charset.forName("CESU-8");

    // take: the bytes that GetStringUTFChars returns. make: the string that NewStringUTF makes from the bytes and a zero after them.
    static native byte[] take(String string);
    static native String make(byte[] text);

    static byte[] verdict(boolean wellFormed) {
        return wellFormed ? YES : NO;
    }

    static byte[] answer(char letter, int[] numbers, byte[] bytes, int size) {
        ByteBuffer out = ByteBuffer.allocate(1 + 4 * numbers.length + size).order(ByteOrder.LITTLE_ENDIAN);
        out.put((byte) letter);
        for (int number : numbers) {
            out.putInt(number);
        }
        return out.put(bytes, 0, size).array();
    }

    static byte[] target(byte[] bytes) {
        return answer('t', new int[] {bytes.length}, bytes, bytes.length);
    }

    // ---- Charsets ----

    static Function<byte[], byte[]> decoding(Charset charset) {
        CharsetDecoder decoder = charset.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        return text -> {
            ByteBuffer in = ByteBuffer.wrap(text);
            CharBuffer out = CharBuffer.allocate(text.length + 1);
            CoderResult result = decoder.reset().decode(in, out, true);
            return result.isError() ? answer('l', new int[] {in.position(), result.length()}, new byte[0], 0) : YES;
        };
    }

    static String read(CharsetDecoder decoder, byte[] text) {
        CharBuffer out = CharBuffer.allocate(text.length + 1);
        return decoder.reset().decode(ByteBuffer.wrap(text), out, true).isError() ? null : out.flip().toString();
    }

    static boolean paired(CharsetEncoder encoder, String string) {
        ByteBuffer out = ByteBuffer.allocate(2 * string.length() + 2);
        encoder.reset();
        return !encoder.encode(CharBuffer.wrap(string), out, true).isError();
    }

    static Function<byte[], byte[]> cesu8() {
        CharsetDecoder decoder = CESU8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        CharsetEncoder encoder = StandardCharsets.UTF_16LE.newEncoder().onMalformedInput(CodingErrorAction.REPORT);
        return text -> {
            String string = read(decoder, text);
            return verdict(string != null && paired(encoder, string));
        };
    }

    static byte[] replaced(byte[] text) {
        return target(new String(text, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
    }

    // Converts from a charset to another one, up to the first fault. The answer is NO if the other charset cannot encode a character.
    static Function<byte[], byte[]> converting(Charset from, Charset to) {
        CharsetDecoder decoder = from.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        CharsetEncoder encoder = to.newEncoder().onMalformedInput(CodingErrorAction.REPORT);
        return source -> {
            ByteBuffer in = ByteBuffer.wrap(source);
            CharBuffer out = CharBuffer.allocate(source.length + 1);
            boolean wrong = decoder.reset().decode(in, out, true).isError();
            ByteBuffer end = ByteBuffer.allocate(8 * out.position() + 8);
            if (encoder.reset().encode(out.flip(), end, true).isError()) {
                return NO;
            }
            return wrong ? answer('p', new int[] {in.position(), end.position()}, end.array(), end.position())
                : answer('t', new int[] {end.position()}, end.array(), end.position());
        };
    }

    // ---- Modified UTF-8 ----

    static String readUtf(byte[] text) {
        byte[] all = new byte[text.length + 2];
        all[0] = (byte) (text.length >> 8);
        all[1] = (byte) text.length;
        System.arraycopy(text, 0, all, 2, text.length);
        try {
            return new DataInputStream(new ByteArrayInputStream(all)).readUTF();
        } catch (UTFDataFormatException error) {
            return null;
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
    }

    static byte[] writeUtf(String string) {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        try {
            new DataOutputStream(to).writeUTF(string);
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
        return Arrays.copyOfRange(to.toByteArray(), 2, to.size());
    }

    static byte[] mutf8(byte[] text) {
        String string = readUtf(text);
        return verdict(string != null && Arrays.equals(writeUtf(string), text));
    }

    static Function<byte[], byte[]> mutf8paired() {
        CharsetEncoder encoder = StandardCharsets.UTF_16LE.newEncoder().onMalformedInput(CodingErrorAction.REPORT);
        return text -> {
            String string = readUtf(text);
            return verdict(string != null && Arrays.equals(writeUtf(string), text) && paired(encoder, string));
        };
    }

    // ---- Strings: any units of UTF-16, also lone surrogates ----

    static String string(byte[] units) {
        return ByteBuffer.wrap(units).order(ByteOrder.LITTLE_ENDIAN).asCharBuffer().toString();
    }

    static byte[] units(String string) {
        ByteBuffer out = ByteBuffer.allocate(2 * string.length()).order(ByteOrder.LITTLE_ENDIAN);
        out.asCharBuffer().put(string);
        return out.array();
    }

    static byte[] converted(String string) {
        return string == null ? NO : target(units(string));
    }

    static Function<byte[], byte[]> mutf8ToUtf8() {
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPORT);
        return text -> {
            String string = readUtf(text);
            ByteBuffer out = ByteBuffer.allocate(2 * text.length + 1);
            boolean whole = string != null && Arrays.equals(writeUtf(string), text)
                && !encoder.reset().encode(CharBuffer.wrap(string), out, true).isError();
            return whole ? answer('t', new int[] {out.position()}, out.array(), out.position()) : NO;
        };
    }

    static Function<byte[], byte[]> utf8ToMutf8() {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        return text -> {
            String string = read(decoder, text);
            return string == null ? NO : target(writeUtf(string));
        };
    }

    // JNI writes the string in modified UTF-8, and must read the same string from these bytes.
    static byte[] jni(byte[] source) {
        String string = string(source);
        byte[] text = take(string);
        if (!make(text).equals(string)) {
            throw new IllegalStateException("NewStringUTF returns another string than GetStringUTFChars got");
        }
        return target(text);
    }

    static Function<byte[], byte[]> way(String name) {
        switch (name) {
            case "UTF-8": return decoding(StandardCharsets.UTF_8);
            case "CESU-8": return decoding(CESU8);
            case "cesu8": return cesu8();
            case "readUTF": return text -> verdict(readUtf(text) != null);
            case "mutf8": return Outside::mutf8;
            case "mutf8paired": return mutf8paired();
            case "replace": return Outside::replaced;
            case "to16": return converting(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE);
            case "to32": return converting(StandardCharsets.UTF_8, Charset.forName("UTF-32LE"));
            case "from16": return converting(StandardCharsets.UTF_16LE, StandardCharsets.UTF_8);
            case "from32": return converting(Charset.forName("UTF-32LE"), StandardCharsets.UTF_8);
            case "cesu8-from16": return converting(StandardCharsets.UTF_16LE, CESU8);
            case "cesu8-utf8": return converting(CESU8, StandardCharsets.UTF_8);
            case "utf8-cesu8": return converting(StandardCharsets.UTF_8, CESU8);
            case "mutf8-utf8": return mutf8ToUtf8();
            case "utf8-mutf8": return utf8ToMutf8();
            case "readUTF-to16": return text -> converted(readUtf(text));
            case "writeUTF-from16": return source -> target(writeUtf(string(source)));
            case "jni": return Outside::jni;
            default: throw new IllegalArgumentException(name);
        }
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("jni")) {
            System.load(arguments[1]);
        }
        Function<byte[], byte[]> way = way(arguments[0]);
        DataInputStream in = new DataInputStream(new java.io.BufferedInputStream(System.in, 1 << 16));
        BufferedOutputStream out = new BufferedOutputStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), 1 << 16);
        try {
            for (;;) {
                int count = Integer.reverseBytes(in.readInt()), size = Integer.reverseBytes(in.readInt());
                for (int i = 0; i < count; i++) {
                    out.write(size > MOST ? UNASKED : way.apply(in.readNBytes(size)));
                }
            }
        } catch (EOFException end) {
            out.flush();
        }
    }
}
