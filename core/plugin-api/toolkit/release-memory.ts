import { MessageChannel } from 'node:worker_threads';

/** What is sent to a port whose other end is closed is thrown away at once, with the memory that moves along. */
const { port1: nowhere, port2: otherEnd } = new MessageChannel();
otherEnd.close();

/**
 * Frees the memory of buffers that nobody needs any more; they are empty afterwards.
 *
 * The garbage collector would do so too, but a few pictures' worth of pixels make it go through the whole heap: of the
 * time in which a photo is indexed, it took a tenth.
 * @param buffers each the only view of an ArrayBuffer of its own, as what has come from another thread is
 */
export function releaseMemory(...buffers: readonly Uint8Array[]): void {
  nowhere.postMessage(
    null,
    buffers.map(({ buffer }) => buffer as ArrayBuffer),
  );
}
