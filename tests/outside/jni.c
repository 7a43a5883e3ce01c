// SPDX-License-Identifier: 0BSD
//
// Conversions by JNI between Java's strings and MUTF-8, for Outside.java, whose comments explain them.
#include <jni.h>
#include <string.h>

JNIEXPORT jbyteArray JNICALL Java_Outside_take(JNIEnv *env, jclass type, jstring string)
{
    (void)type;
    const char *text = (*env)->GetStringUTFChars(env, string, NULL);
    if (text == NULL) {
        return NULL;
    }
    const jsize size = (jsize)strlen(text);
    jbyteArray taken = (*env)->NewByteArray(env, size);
    if (taken != NULL) {
        (*env)->SetByteArrayRegion(env, taken, 0, size, (const jbyte *)text);
    }
    (*env)->ReleaseStringUTFChars(env, string, text);
    return taken;
}

JNIEXPORT jstring JNICALL Java_Outside_make(JNIEnv *env, jclass type, jbyteArray text)
{
    static char bytes[1 << 16];
    const jsize size = (*env)->GetArrayLength(env, text);
    (void)type;
    if ((size_t)size >= sizeof bytes) {
        return NULL;
    }
    (*env)->GetByteArrayRegion(env, text, 0, size, (jbyte *)bytes);
    bytes[size] = '\0';
    return (*env)->NewStringUTF(env, bytes);
}
