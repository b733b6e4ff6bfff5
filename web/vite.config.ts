import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/branchline/server/static",
    emptyOutDir: true,
    // The server's content security policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8111", ws: true } } },
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "happy-dom",
    pool: "vmThreads", // creates the environment once per worker
    restoreMocks: true,
    unstubGlobals: true,
  },
  // Outside a browser, Svelte would resolve to its server-side build.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
});
