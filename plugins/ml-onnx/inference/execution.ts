import { createTensor, loadOnnx, openSession } from 'photofinch/plugin-api/toolkit';

/** What models can run on besides the processor: execution providers of onnxruntime, the fastest first. */
export const accelerators = ['cuda', 'coreml', 'dml', 'webgpu'] as const;

type Accelerator = (typeof accelerators)[number];
export type Execution = 'cpu' | Accelerator;

/** What a process has found to run models on. */
export interface ChosenExecution {
  readonly execution: Execution;
  /** Of each that was wanted before it and cannot be used: its name, and why. */
  readonly missed: readonly string[];
}

/** `y = relu(x)` of one number, as an ONNX file: the smallest network that all of them can run. */
const trial = Buffer.from(
  'CAk6NgoMCgF4EgF5IgRSZWx1EgRyZWx1Wg8KAXgSCgoICAESBAoCCAFiDwoBeRIKCggIARIECgIIAUICEBE=',
  'base64',
);

/**
 * Tries what is wanted, one after the other, on a network of one number. Which of them a machine has shows in no other way: it takes
 * the card, its driver and libraries of the right version.
 */
export async function chooseExecution(wanted: readonly Accelerator[]): Promise<ChosenExecution> {
  if (wanted.length === 0) return { execution: 'cpu', missed: [] };
  const onnx = loadOnnx();
  // It would write on the terminal what is told in a sentence here.
  onnx.env.logLevel = 'fatal';
  const built = new Set(onnx.listSupportedBackends().map(({ name }) => name));
  const missed: string[] = [];
  for (const execution of wanted) {
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

/** The last sentence of what onnxruntime says; before it stand places in its sources. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .trim()
    .replace(/^\S+\.cc:\d+ .*?\. /s, '')
    .slice(0, 200);
}
