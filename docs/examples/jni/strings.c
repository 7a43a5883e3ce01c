// SPDX-License-Identifier: 0BSD
/*
 * The native functions of Strings.java. JNI uses modified UTF-8: C0 80 for U+0000, and two three-byte surrogates for
 * code points above U+FFFF. C libraries expect UTF-8. These functions convert.
 *
 *     cc -O2 -shared -fPIC -I out/mutf8_to_utf8 -I out/utf8_to_mutf8 -I $JAVA_HOME/include -I $JAVA_HOME/include/linux \
 *         -o build/libstrings.so docs/examples/jni/strings.c out/mutf8_to_utf8/mutf8_to_utf8.c out/utf8_to_mutf8/utf8_to_mutf8.c
 *     javac -d build docs/examples/jni/Strings.java && java -Djava.library.path=build -cp build Strings
 *
 * NewStringUTF does not check its argument. Ill-formed bytes, or (except on Android) UTF-8 with four-byte characters,
 * give a wrong string; Android's CheckJNI aborts on ill-formed bytes. So the text must be valid modified UTF-8.
 * utf8_to_mutf8 checks and converts in one pass.
 *
 * On server and desktop virtual machines, GetStringUTFRegion returns well-formed modified UTF-8. Android's
 * GetStringUTFChars returns four-byte characters, which mutf8_to_utf8 reports as ill-formed. On Android use the files
 * that `u8gen gen mutf-8-android --to utf-8` writes.
 */
#include <jni.h>
#include <stdlib.h>

#include "mutf8_to_utf8.h"
#include "utf8_to_mutf8.h"

JNIEXPORT jbyteArray JNICALL Java_Strings_utf8(JNIEnv *env, jclass class, jstring string)
{
    (void)class;
    const jsize units = (*env)->GetStringLength(env, string);
    const size_t size = (size_t)(*env)->GetStringUTFLength(env, string);
    // One more byte: some virtual machines append a zero byte.
    char *text = malloc(size + 1), *to = malloc(size + 1);
    jbyteArray bytes = NULL;
    if (text && to) {
        (*env)->GetStringUTFRegion(env, string, 0, units, text);
        // The UTF-8 is never longer than the modified UTF-8.
        const mutf8_to_utf8_result result = mutf8_to_utf8(text, size, to, size);
        if (result.status == MUTF8_TO_UTF8_STATUS_COMPLETE) {
            bytes = (*env)->NewByteArray(env, (jsize)result.written);
        }
        if (bytes) {
            (*env)->SetByteArrayRegion(env, bytes, 0, (jsize)result.written, (const jbyte *)to);
        }
    }
    free(text);
    free(to);
    return bytes;
}

JNIEXPORT jstring JNICALL Java_Strings_string(JNIEnv *env, jclass class, jbyteArray bytes)
{
    (void)class;
    const size_t size = (size_t)(*env)->GetArrayLength(env, bytes);
    // Modified UTF-8 is at most twice as long: 00 becomes C0 80.
    char *text = malloc(size + 1), *to = malloc(2 * size + 1);
    jstring string = NULL;
    if (text && to) {
        (*env)->GetByteArrayRegion(env, bytes, 0, (jsize)size, (jbyte *)text);
        const utf8_to_mutf8_result result = utf8_to_mutf8(text, size, to, 2 * size);
        if (result.status == UTF8_TO_MUTF8_STATUS_COMPLETE) {
            to[result.written] = 0;
            string = (*env)->NewStringUTF(env, to);
        }
    }
    free(text);
    free(to);
    return string;
}
