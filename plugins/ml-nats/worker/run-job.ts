import { isMlError, type MlProvider, type PictureAnalysis } from 'photofinch/plugin-api';
import { answerBody, failureBody } from '../wire/answer.ts';
import { longestAnswer } from '../wire/answer-pieces.ts';
import { lengthOf } from '../wire/body.ts';
import { type Job } from '../wire/job.ts';
import { fulfil } from '../wire/needs.ts';
import { offeredModels } from '../wire/offer.ts';

/** The models of the provider have changed, so another worker must do the job. */
export class OtherModels extends Error {
  override readonly name = 'OtherModels';
}

/**
 * Runs a job on the provider.
 * @returns the answer, which may report a failure of the models
 * @throws OtherModels; MlError if the provider cannot do any job now; the reason of `signal`
 */
export async function runJob(provider: MlProvider, job: Job, signal: AbortSignal): Promise<Uint8Array[]> {
  if (job.task === 'analyse' && !fulfil(offeredModels(provider.models()), job.needs)) {
    throw new OtherModels('The models have changed.');
  }
  try {
    const body = await bodyOf(provider, job, signal);
    const length = lengthOf(body);
    if (length > longestAnswer) throw new RangeError(`The answer has ${length} bytes, more than ${longestAnswer}.`);
    return body;
  } catch (error) {
    if (signal.aborted || isMlError(error)) throw error;
    return failureBody(job.needs, error instanceof Error ? error.message : String(error));
  }
}

async function bodyOf(provider: MlProvider, job: Job, signal: AbortSignal): Promise<Uint8Array[]> {
  const { needs, priority, images, faces = [], texts = [] } = job;
  const options = { priority, signal, ...(job.model && { model: job.model }) };
  const [image] = images;
  switch (job.task) {
    case 'embedTexts':
      return answerBody(job.task, needs, await provider.embedTexts(texts, options));
    case 'embedImages':
      return answerBody(job.task, needs, await provider.embedImages(images, options));
  }
  if (!image) throw new Error('The job has no picture.');
  switch (job.task) {
    case 'detectFaces':
      return answerBody(job.task, needs, await provider.detectFaces(image, options));
    case 'embedFaces':
      return answerBody(job.task, needs, await provider.embedFaces(image, faces, options));
    case 'findLabels':
      if (!provider.findLabels) throw new Error('The provider finds no labels.');
      return answerBody(job.task, needs, await provider.findLabels(image, options));
    case 'readText':
      if (!provider.readText) throw new Error('The provider reads no text.');
      return answerBody(job.task, needs, await provider.readText(image, options));
    case 'analyse':
      return answerBody(job.task, needs, await analyse(provider, job, signal));
  }
}

/** Runs all parts in one call, or one after the other if the provider has no such call. */
async function analyse(
  provider: MlProvider,
  { images: [image], parts = { faces: false, image: false }, priority }: Job,
  signal: AbortSignal,
): Promise<PictureAnalysis> {
  if (!image) throw new Error('The job has no picture.');
  const options = { priority, signal };
  if (provider.analyse) return provider.analyse(image, parts, options);
  const detected = parts.faces ? await provider.detectFaces(image, options) : null;
  const vectors = detected && (await provider.embedFaces(image, detected, options));
  const [vector = null] = parts.image ? await provider.embedImages([image], options) : [];
  const labels = parts.labels ? ((await provider.findLabels?.(image, options)) ?? null) : null;
  const faces = detected?.map((face, at) => ({ ...face, embedding: vectors?.[at] ?? new Float32Array() })) ?? null;
  return { faces, image: vector, labels };
}
