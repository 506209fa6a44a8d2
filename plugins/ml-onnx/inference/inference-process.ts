// A process that runs models. It is a process rather than a thread because onnxruntime blocks its thread, and because
// terminating a thread during a run crashes the whole server.
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { loadOnnx } from 'photofinch/plugin-api/toolkit';
import sharp from 'sharp';
import type { PictureAnalysis } from 'photofinch/plugin-api';
import { chooseExecution } from './execution.ts';
import { LoadedModels } from './loaded-models.ts';
import { ModelFault } from './model-fault.ts';
import { PixelReader } from './pixel-pipe.ts';
import type { Begin, Note, ReadyMessage, Reply, Request, Task, Tasks } from './protocol.ts';

loadOnnx();
try {
  // Where memory runs out, the system ends this process, which has much of it, before the server and small ones.
  writeFileSync('/proc/self/oom_score_adj', '500');
} catch {
  // Another operating system.
}
let models: LoadedModels | undefined;
const pixels = new PixelReader();

// One task at a time, on as many threads as the models use; each picture is processed only once.
sharp.concurrency(1);
sharp.cache(false);

async function work({ task, input }: Request, loaded: LoadedModels): Promise<Tasks[Task]['output']> {
  switch (task) {
    case 'detectFaces':
      return (await loaded.faceDetector(input.detector)).detect(input.image);
    case 'embedFaces':
      return (await loaded.faceEmbedder(input.embedder)).embed(input.image, input.faces);
    case 'embedImages':
      return (await loaded.imageEmbedder(input.imageText)).embed(input.images);
    case 'embedTexts':
      return (await loaded.textEmbedder(input.imageText)).embed(input.texts);
    case 'findLabels':
      return (await loaded.labelFinder(input.labels)).find(input.image);
    case 'readText':
      return (await loaded.textFinder(input.text)).find(input.image);
    case 'analyse':
      return analyse(input, loaded);
  }
}

async function answer(request: Request, loaded: LoadedModels): Promise<Reply> {
  try {
    return { id: request.id, output: await work(request, loaded) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { id: request.id, error: text, ...(error instanceof ModelFault ? { faulty: error.folder } : {}) };
  }
}

async function begin({ threads, keepFor, wanted: accelerators }: Begin['begin']): Promise<void> {
  const chosen = await chooseExecution(accelerators);
  const onFallBack = (note: string): void => {
    send({ note });
  };
  models = new LoadedModels({ threads, keepFor, execution: chosen.execution, onFallBack });
  send({ ready: chosen });
}

function complete(request: Request): Request {
  try {
    return pixels.complete(request);
  } catch {
    // The server has ended, so the result is not needed.
    process.exit(0);
  }
}

function send(message: Reply | ReadyMessage | Note): void {
  if (process.connected) process.send?.(message);
}

process.on('message', (message: Begin | Request) => {
  if ('begin' in message) {
    void begin(message.begin);
    return;
  }
  if (!models) throw new Error('asked before it began');
  const loaded = models;
  void answer(complete(message), loaded)
    .then(send)
    .then(() => loaded.releaseUnused());
});

// The server has ended.
process.on('disconnect', () => {
  process.exit(0);
});
// Signals to the process group, as from ^C, are for the server, which ends this process when it is no longer needed.
process.on('SIGINT', () => undefined);

/** Runs all models on one picture, one after the other. */
async function analyse(
  { image, faces, imageText, labels }: Tasks['analyse']['input'],
  models: LoadedModels,
): Promise<PictureAnalysis> {
  let foundFaces: PictureAnalysis['faces'] = null;
  if (faces) {
    // Both models are loaded first: without vectors, detecting faces would be useless.
    const [detector, embedder] = [await models.faceDetector(faces.detector), await models.faceEmbedder(faces.embedder)];
    const detected = await detector.detect(image);
    const embeddings = await embedder.embed(image, detected);
    foundFaces = embeddings.flatMap((embedding, index) => {
      const face = detected[index];
      return face ? [{ ...face, embedding }] : [];
    });
  }
  const [vector = null] = imageText ? await (await models.imageEmbedder(imageText)).embed([image]) : [];
  if (!labels) return { faces: foundFaces, image: vector };
  return { faces: foundFaces, image: vector, labels: await (await models.labelFinder(labels)).find(image) };
}
