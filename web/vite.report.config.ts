import { defineConfig } from "vite";

// The script and the style of reports: each in one file, which the report includes.
export default defineConfig({
  publicDir: false,
  define: { "process.env.NODE_ENV": '"production"' }, // a library keeps it, and a browser does not know it
  build: {
    outDir: "../src/branchline/arena/reporting/assets",
    emptyOutDir: true,
    target: "es2022",
    lib: {
      entry: "src/report/main.ts",
      formats: ["iife"],
      name: "report",
      fileName: () => "report.js",
      cssFileName: "report",
    },
  },
});
