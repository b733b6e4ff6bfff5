import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The server sends these files with a policy that allows nothing inline, hence no inlined assets and no polyfill.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/branchline/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8111", ws: true } } },
});
