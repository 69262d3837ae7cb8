// Runs a WebAssembly program: node wasi.mjs PROGRAM [ARGUMENT...]
import { readFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { WASI } from "node:wasi";

// Node's fast calls into WASI crash at times: nodejs/node#46777.
setFlagsFromString("--no-turbo-fast-api-calls");

const [program, ...rest] = process.argv.slice(2);
const names = ["RANGECORE_SEED", "RANGECORE_EFFORT"].filter((name) => name in process.env);
const env = Object.fromEntries(names.map((name) => [name, process.env[name]]));
const wasi = new WASI({ version: "preview1", args: [program, ...rest], env, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(program));
const imports = { wasi_snapshot_preview1: wasi.wasiImport };
process.exitCode = wasi.start(await WebAssembly.instantiate(module, imports));
