import type { AnalysisParts, DetectedFace, MlPriority, ModelId, RgbImage } from 'photofinch/plugin-api';
import { bodyOf, readBody } from './body.ts';
import type { Needs, Task } from './needs.ts';

/** A job without its pixels. */
export interface JobHead {
  readonly task: Task;
  readonly priority: MlPriority;
  readonly needs: Needs;
  /** The model of a single call. */
  readonly model: ModelId | null;
  /** The sizes of the pictures; their pixels follow the head in this order. */
  readonly images: readonly { readonly width: number; readonly height: number }[];
  readonly faces?: readonly DetectedFace[];
  readonly texts?: readonly string[];
  readonly parts?: AnalysisParts;
}

/** A job with its pixels. */
export interface Job extends Omit<JobHead, 'images'> {
  readonly images: readonly RgbImage[];
}

/** Serializes a job without copying the pictures. @throws RangeError if the bytes of a picture do not match its size */
export function jobBody({ images, ...job }: Job): Uint8Array[] {
  for (const { width, height, data } of images) {
    if (data.length !== width * height * 3) {
      throw new RangeError(`A picture of ${width} × ${height} pixels has ${data.length} bytes.`);
    }
  }
  const sizes = images.map(({ width, height }) => ({ width, height }));
  const head: JobHead = { ...job, images: sizes };
  return bodyOf(
    head,
    images.map(({ data }) => data),
  );
}

/** Parses a job; values are not checked, since the worker trusts the server. @throws Error if the bytes are not a job */
export function readJob(bytes: Buffer): Job {
  const { head, rest } = readBody(bytes);
  const { images: sizes, ...job } = head as JobHead;
  let at = 0;
  const images = sizes.map(({ width, height }) => {
    const end = at + width * height * 3;
    if (end > rest.length) throw new Error('The pixels are cut off');
    const data = rest.subarray(at, end);
    at = end;
    return { width, height, data };
  });
  return { ...job, images };
}
