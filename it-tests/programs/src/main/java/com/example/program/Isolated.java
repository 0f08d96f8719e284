package com.example.program;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** A container whose class loader hands only chosen packages of the boot class path to its applications. */
public final class Isolated {
    private Isolated() {}

    public static void main(String[] args) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(new File(entry).toURI().toURL());
        }
        ClassLoader chosen = new ClassLoader(null) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (name.startsWith("java.") || name.startsWith("javax.") || name.startsWith("sun.")) {
                    return ClassLoader.getPlatformClassLoader().loadClass(name);
                }
                throw new ClassNotFoundException(name + " is not for applications");
            }
        };
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), chosen)) {
            Thread.currentThread().setContextClassLoader(loader);
            Class<?> configType = loader.loadClass("com.zaxxer.hikari.HikariConfig");
            Object config = configType.getConstructor().newInstance();
            configType.getMethod("setPoolName", String.class).invoke(config, "isolated");
            configType.getMethod("setDriverClassName", String.class).invoke(config, "com.example.program.StubDriver");
            configType.getMethod("setJdbcUrl", String.class).invoke(config, "jdbc:stub://db.test/isolated");
            DataSource pool = (DataSource) loader.loadClass("com.zaxxer.hikari.HikariDataSource")
                    .getConstructor(configType)
                    .newInstance(config);
            for (int i = 0; i < 2; i++) {
                try (Connection connection = pool.getConnection()) {
                    Print.fact("borrow", "got", connection != null);
                }
            }
            ((AutoCloseable) pool).close();
        }
        System.out.println("OK");
    }
}
