// A process that runs networks. It is a process and not a thread because onnxruntime holds the thread it runs on, and
// because ending a thread in the middle of a run takes the whole server down.
import process from 'node:process';
import { LoadedModels, ModelFault } from './loaded-models.ts';
import { READY, type Begin, type Reply, type Request, type Tasks, type Task } from './protocol.ts';

let models: LoadedModels | undefined;

async function work({ task, input }: Request, loaded: LoadedModels): Promise<Tasks[Task]['output']> {
  switch (task) {
    case 'detectFaces':
      return (await loaded.faceDetector()).detect(input.image);
    case 'embedFaces':
      return (await loaded.faceEmbedder()).embed(input.image, input.faces);
    case 'embedImages':
      return (await loaded.imageEmbedder()).embed(input.images);
    case 'embedTexts':
      return (await loaded.textEmbedder()).embed(input.texts);
  }
}

async function answer(request: Request, loaded: LoadedModels): Promise<Reply> {
  try {
    return { id: request.id, output: await work(request, loaded) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { id: request.id, error: text, fault: error instanceof ModelFault ? 'model' : 'input' };
  }
}

function send(message: Reply | typeof READY): void {
  if (process.connected) process.send?.(message);
}

process.on('message', (message: Begin | Request) => {
  if ('begin' in message) {
    models = new LoadedModels(message.begin, message.threads);
    send(READY);
    return;
  }
  if (!models) throw new Error('asked before it began');
  void answer(message, models).then(send);
});

// The server is gone: nobody waits for an answer any more.
process.on('disconnect', () => {
  process.exit(0);
});
// A signal to the whole group, as ^C sends it, is for the server: it ends us when it is done with us.
process.on('SIGINT', () => undefined);
