/**
 * The two graphs that multiply queries with vectors, encoded as ONNX files: each has one node, and one of them contains the
 * vectors. Field numbers are those of onnx.proto3 (https://github.com/onnx/onnx).
 */

const float32 = 1;
const uint8 = 2;
const integerAttribute = 2;
const defaultOperators = { domain: '', version: 17 };
const contributedOperators = { domain: 'com.microsoft', version: 1 };

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let remaining = value;
  while (remaining > 127) {
    bytes.push((remaining % 128) | 128);
    remaining = Math.floor(remaining / 128);
  }
  bytes.push(remaining);
  return Buffer.from(bytes);
}

/** Pieces of a file, which are concatenated only at the end. */
type Pieces = readonly Uint8Array[];

const integer = (field: number, value: number): Pieces => [varint(field * 8), varint(value)];

function message(field: number, ...parts: readonly (Uint8Array | Pieces)[]): Pieces {
  const pieces = parts.flat();
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  return [varint(field * 8 + 2), varint(length), ...pieces];
}

const text = (field: number, value: string): Pieces => message(field, Buffer.from(value));

/** A float32 input or output; a named dimension is dynamic. */
function value(field: number, name: string, shape: readonly (number | string)[]): Pieces {
  const dimensions = shape.map((size) => message(1, typeof size === 'number' ? integer(1, size) : text(2, size)));
  return message(field, text(1, name), message(2, message(1, integer(1, float32), message(2, ...dimensions))));
}

function constant(name: string, type: number, shape: readonly number[], data: Uint8Array): Pieces {
  return message(5, ...shape.map((size) => integer(1, size)), integer(2, type), text(8, name), message(9, data));
}

interface Node {
  readonly operator: string;
  readonly from: { readonly domain: string; readonly version: number };
  readonly inputs: readonly string[];
  readonly attributes: Readonly<Record<string, number>>;
}

/** A graph of one node, with the output `scores`. */
function graph({ operator, from, inputs, attributes }: Node, parts: readonly Pieces[]): Buffer {
  const node = message(
    1,
    ...inputs.map((name) => text(1, name)),
    text(2, 'scores'),
    text(4, operator),
    ...Object.entries(attributes).map(([name, number]) =>
      message(5, text(1, name), integer(3, number), integer(20, integerAttribute)),
    ),
    text(7, from.domain),
  );
  const operatorSets = [defaultOperators, contributedOperators].map(({ domain, version }) =>
    message(8, text(1, domain), integer(2, version)),
  );
  const whole = message(7, node, text(2, 'product'), ...parts);
  return Buffer.concat([integer(1, 9), whole, ...operatorSets].flat());
}

/** `scores[queries, rows] = queries · vectorsᵀ` in float32, with vectors that are inputs of each run. */
export function floatProductGraph(dimensions: number): Buffer {
  return graph(
    { operator: 'Gemm', from: defaultOperators, inputs: ['queries', 'vectors'], attributes: { transB: 1 } },
    [
      value(11, 'queries', ['count', dimensions]),
      value(11, 'vectors', ['rows', dimensions]),
      value(12, 'scores', ['count', 'rows']),
    ],
  );
}

/**
 * The same product with 8-bit vectors, which are part of the graph: onnxruntime arranges them for its kernels when the graph
 * is loaded, and reads a quarter of the memory.
 *
 * `MatMulNBits` is an operator of onnxruntime rather than of ONNX: its semantics are pinned with the version of onnxruntime,
 * and tests compare its scores with exact ones.
 * @param weights `[rows, dimensions]`, 128 is zero
 * @param scales `[rows, dimensions / group]`
 * @param group how many values share a scale; divides `dimensions`
 */
export function quantisedProductGraph(
  { rows, dimensions, group }: { rows: number; dimensions: number; group: number },
  weights: Uint8Array,
  scales: Float32Array,
): Buffer {
  // Level 4: queries are also rounded to 8 bits, which the fast kernel requires.
  const attributes = { K: dimensions, N: rows, bits: 8, block_size: group, accuracy_level: 4 };
  const groups = dimensions / group;
  const scaleBytes = new Uint8Array(scales.buffer, scales.byteOffset, scales.byteLength);
  return graph(
    { operator: 'MatMulNBits', from: contributedOperators, inputs: ['queries', 'weights', 'scales'], attributes },
    [
      constant('weights', uint8, [rows, groups, group], weights),
      constant('scales', float32, [rows * groups], scaleBytes),
      value(11, 'queries', ['count', dimensions]),
      value(12, 'scores', ['count', rows]),
    ],
  );
}
