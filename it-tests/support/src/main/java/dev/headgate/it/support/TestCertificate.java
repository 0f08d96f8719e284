package dev.headgate.it.support;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.security.KeyStore;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key and its self-signed certificate, made when a test asks for it. */
public final class TestCertificate {
    private static final String PASSWORD = "changeit";
    private static final String KIND = "PKCS12";

    private final SSLContext context;
    private final File trusted;

    private TestCertificate(SSLContext context, File trusted) {
        this.context = context;
        this.trusted = trusted;
    }

    /**
     * Makes a certificate for these host names and 127.0.0.1, with the JDK's own keytool.
     *
     * @param directory where the files are put
     */
    public static TestCertificate of(File directory, String... hosts) {
        try {
            File keys = new File(
                    Files.createTempDirectory(directory.toPath(), "tls").toFile(), "keys.p12");
            make(keys, hosts);
            KeyStore own = KeyStore.getInstance(KIND);
            try (InputStream in = new FileInputStream(keys)) {
                own.load(in, PASSWORD.toCharArray());
            }
            KeyStore trust = KeyStore.getInstance(KIND);
            trust.load(null, PASSWORD.toCharArray());
            trust.setCertificateEntry("server", own.getCertificate("server"));
            File trusted = new File(keys.getParentFile(), "trusted.p12");
            try (OutputStream out = new FileOutputStream(trusted)) {
                trust.store(out, PASSWORD.toCharArray());
            }
            KeyManagerFactory key = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            key.init(own, PASSWORD.toCharArray());
            TrustManagerFactory accept = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            accept.init(trust);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(key.getKeyManagers(), accept.getTrustManagers(), null);
            return new TestCertificate(context, trusted);
        } catch (Exception e) {
            throw new IllegalStateException("Cannot make a certificate", e);
        }
    }

    /** Returns a context with the key that also trusts the certificate. */
    public SSLContext context() {
        return context;
    }

    /** Returns the properties with which a JVM trusts the certificate. */
    public Map<String, String> trustProperties() {
        return Map.of(
                "javax.net.ssl.trustStore", trusted.getPath(),
                "javax.net.ssl.trustStorePassword", PASSWORD,
                "javax.net.ssl.trustStoreType", KIND);
    }

    private static void make(File keys, String... hosts) throws Exception {
        StringBuilder names = new StringBuilder("san=ip:127.0.0.1");
        for (String host : hosts) {
            names.append(",dns:").append(host);
        }
        Process keytool = new ProcessBuilder(
                        Jdk.running().command("keytool"),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=headgate test",
                        "-validity",
                        "2",
                        "-storetype",
                        KIND,
                        "-keystore",
                        keys.getPath(),
                        "-storepass",
                        PASSWORD,
                        "-ext",
                        names.toString())
                .redirectErrorStream(true)
                .redirectOutput(new File(keys.getPath() + ".log"))
                .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new IllegalStateException(Files.readString(new File(keys.getPath() + ".log").toPath()));
        }
    }
}
