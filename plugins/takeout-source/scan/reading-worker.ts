/** The worker thread that reads an export, since hashing would block the event loop. */
import { parentPort } from 'node:worker_threads';
import { readFiles, type FilesToRead } from './read-file.ts';

const port = parentPort;
if (!port) throw new Error('This file runs in a worker thread only.');
const never = new AbortController().signal;
port.on('message', ({ root, files }: FilesToRead) => {
  void readFiles({ root, files }, never).then((results) => {
    port.postMessage(results);
  });
});
