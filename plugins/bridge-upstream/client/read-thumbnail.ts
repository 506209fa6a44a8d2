import type { SourceThumbnail } from 'photofinch/plugin-api';
import { badAnswer, BridgeFailure } from './failure.ts';
import { largestThumbnail } from './limits.ts';
import { readBody } from './read-body.ts';
import { discard, type Answer } from './transport.ts';

/** @throws BridgeFailure `bad_answer` when it is no JPEG or WebP, `integrity` when not all of it comes */
export async function readThumbnail(answer: Answer, signal: AbortSignal): Promise<SourceThumbnail> {
  const { headers, body } = answer;
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'image/webp' && mediaType !== 'image/jpeg') {
    discard(body);
    throw badAnswer('The bridge sent a thumbnail that is neither JPEG nor WebP.');
  }
  const announced = headers['content-length'];
  if (announced === undefined) {
    discard(body);
    throw badAnswer('The bridge sent a thumbnail without Content-Length.');
  }
  try {
    return { mediaType, bytes: await readBody(answer, { atMost: largestThumbnail, signal }) };
  } catch (error) {
    // As with photos: what a bridge that finds damage in the middle can do is to end the connection.
    const cut = error instanceof BridgeFailure && error.again === 'connection';
    throw cut ? cutOff(announced, error) : error;
  }
}

const cutOff = (announced: string, cause: unknown): BridgeFailure =>
  new BridgeFailure('integrity', `a thumbnail ended before the ${announced} bytes announced.`, {
    bridge: 'answered',
    cause,
  });
