/**
 * A network with the arithmetic of the image half of CLIP ViT-B/32, whose weights are not available everywhere: 49 patches
 * of 32 × 32 px, 12 layers of 768 values with 3072 in between, and 512 values as output; some 4 billion multiplications. It
 * is untrained. The ONNX file is written by hand, with the field numbers of onnx.proto3.
 */

const layers = 12;
const width = 768;
const inner = 4 * width;
const dimensions = 512;
const patch = 32;

const float32 = 1;
const integersAttribute = 7;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}

const integer = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);

function message(field: number, ...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0);
  return Buffer.concat([varint(field * 8 + 2), varint(length), ...parts]);
}

const text = (field: number, value: string): Buffer => message(field, Buffer.from(value));

function value(field: number, name: string, shape: readonly number[]): Buffer {
  const sides = shape.map((size) => message(1, integer(1, size)));
  return message(field, text(1, name), message(2, message(1, integer(1, float32), message(2, ...sides))));
}

/** Weights with which values neither explode nor vanish. */
function weights(name: string, to: number, from: number, side: number): Buffer {
  let state = 1;
  const scale = Math.sqrt(3 / (from * side * side));
  const values = Float32Array.from({ length: to * from * side * side }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state / 2 ** 31) * scale;
  });
  const shape = [to, from, side, side].map((size) => integer(1, size));
  return message(5, ...shape, integer(2, float32), text(8, name), message(9, Buffer.from(values.buffer)));
}

function node(operator: string, inputs: readonly string[], output: string, kernel?: number): Buffer {
  const attributes = kernel === undefined ? [] : ['kernel_shape', 'strides'];
  return message(
    1,
    ...inputs.map((name) => text(1, name)),
    text(2, output),
    text(4, operator),
    ...attributes.map((name) =>
      message(5, text(1, name), integer(8, kernel ?? 1), integer(8, kernel ?? 1), integer(20, integersAttribute)),
    ),
  );
}

/** `pixel_values` [1, 3, 224, 224] → `image_embeds` [1, 512]. */
export function clipSizedNetwork(): Buffer {
  const nodes = [node('Conv', ['pixel_values', 'patches'], 'layer0', patch)];
  for (let layer = 0; layer < layers; layer += 1) {
    const [begin, end] = [`layer${layer}`, `layer${layer + 1}`];
    // Attention computes little besides its four products.
    nodes.push(
      node('Conv', [begin, 'threefold'], `${begin}.a`, 1),
      node('Conv', [`${begin}.a`, 'back'], `${begin}.b`, 1),
    );
    nodes.push(node('Conv', [`${begin}.b`, 'wide'], `${begin}.c`, 1), node('Relu', [`${begin}.c`], `${begin}.d`));
    nodes.push(node('Conv', [`${begin}.d`, 'narrow'], end, 1));
  }
  nodes.push(node('GlobalAveragePool', [`layer${layers}`], 'mean'));
  nodes.push(node('Conv', ['mean', 'projection'], 'projected', 1), node('Flatten', ['projected'], 'image_embeds'));
  const constants = [
    weights('patches', width, 3, patch),
    weights('threefold', 3 * width, width, 1),
    weights('back', width, 3 * width, 1),
    weights('wide', inner, width, 1),
    weights('narrow', width, inner, 1),
    weights('projection', dimensions, width, 1),
  ];
  const ends = [value(11, 'pixel_values', [1, 3, 224, 224]), value(12, 'image_embeds', [1, dimensions])];
  const graph = message(7, ...nodes, text(2, 'clip-sized'), ...constants, ...ends);
  return Buffer.concat([integer(1, 9), graph, message(8, text(1, ''), integer(2, 17))]);
}
