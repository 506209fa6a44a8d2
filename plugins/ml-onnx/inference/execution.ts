import { createTensor, loadOnnx, openSession } from 'photofinch/plugin-api/toolkit';

/** Execution providers of onnxruntime other than the processor, the fastest first. */
export const accelerators = ['cuda', 'coreml', 'dml', 'webgpu'] as const;

type Accelerator = (typeof accelerators)[number];
export type Execution = 'cpu' | Accelerator;

/** The result of choosing an execution provider. */
export interface ChosenExecution {
  readonly execution: Execution;
  /** For each preferred one that cannot be used: its name and the reason. */
  readonly missed: readonly string[];
}

/** `y = relu(x)` of one number, as an ONNX file: the smallest network that all execution providers can run. */
const trial = Buffer.from(
  'CAk6NgoMCgF4EgF5IgRSZWx1EgRyZWx1Wg8KAXgSCgoICAESBAoCCAFiDwoBeRIKCggIARIECgIIAUICEBE=',
  'base64',
);

/**
 * Tries the preferred execution providers one after the other with a network of one number. There is no other way to find
 * out whether one works: it needs the hardware, and its driver and libraries in the correct version.
 */
export async function chooseExecution(preferred: readonly Accelerator[]): Promise<ChosenExecution> {
  if (preferred.length === 0) return { execution: 'cpu', missed: [] };
  const onnx = loadOnnx();
  // Otherwise onnxruntime would print to the terminal what is reported here as a sentence.
  onnx.env.logLevel = 'fatal';
  const built = new Set(onnx.listSupportedBackends().map(({ name }) => name));
  const missed: string[] = [];
  for (const execution of preferred) {
    if (!built.has(execution)) {
      missed.push(`${execution}: onnxruntime has it on other systems alone`);
      continue;
    }
    try {
      const session = await openSession(trial, { executionProviders: [execution] });
      await session.run({ x: createTensor('float32', new Float32Array([1]), [1]) });
      await session.release();
      return { execution, missed };
    } catch (error) {
      missed.push(`${execution}: ${reasonOf(error)}`);
    }
  }
  return { execution: 'cpu', missed };
}

/** The last sentence of onnxruntime's message, which is preceded by locations in its source code. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .trim()
    .replace(/^\S+\.cc:\d+ .*?\. /s, '')
    .slice(0, 200);
}
