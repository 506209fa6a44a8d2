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
  const bytes = await readBody(answer, { atMost: largestThumbnail, signal });
  const announced = headers['content-length'];
  if (announced === undefined) throw badAnswer('The bridge sent a thumbnail without Content-Length.');
  if (Number(announced) !== bytes.length) {
    throw new BridgeFailure('integrity', `${bytes.length} bytes of a thumbnail came of the ${announced} announced.`, {
      bridge: 'answered',
    });
  }
  return { mediaType, bytes };
}
