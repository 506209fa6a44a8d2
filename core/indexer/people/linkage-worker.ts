/** The worker thread that groups faces if that would block requests. */
import { parentPort } from 'node:worker_threads';
import { link, type LinkageAnswer, type LinkageQuestion } from './linkage.ts';

const port = parentPort;
if (!port) throw new Error('This file runs in a worker thread only.');
port.on('message', (question: LinkageQuestion) => {
  const roots = link(question);
  port.postMessage({ roots } satisfies LinkageAnswer, [roots.buffer as ArrayBuffer]);
});
