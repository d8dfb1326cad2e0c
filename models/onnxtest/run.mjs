// Runs every model of a folder with onnxruntime.
//
//   node run.mjs DIR
//
// DIR/cases.json lists [{name, rows, observation, actions}]. For each, the
// folder holds NAME.onnx, NAME.observation (float32, little-endian) and
// NAME.mask (one byte per action); this script adds NAME.probabilities and
// NAME.value (float32).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ort from 'onnxruntime-node';

const dir = process.argv[2];
for (const c of JSON.parse(readFileSync(join(dir, 'cases.json')))) {
  const session = await ort.InferenceSession.create(join(dir, `${c.name}.onnx`));
  const raw = readFileSync(join(dir, `${c.name}.observation`));
  const observation = new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength));
  const mask = Uint8Array.from(readFileSync(join(dir, `${c.name}.mask`)));
  const out = await session.run({
    observation: new ort.Tensor('float32', observation, [c.rows, c.observation]),
    mask: new ort.Tensor('bool', mask, [c.rows, c.actions]),
  });
  for (const name of ['probabilities', 'value']) {
    const data = out[name].data;
    writeFileSync(join(dir, `${c.name}.${name}`), new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  }
  await session.release();
}
