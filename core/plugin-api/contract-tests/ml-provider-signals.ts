import assert from 'node:assert/strict';
import type { DetectedFace, MlCallOptions, MlModels, MlProvider, RgbImage } from '../ml-provider.ts';
import { plain, type MlProviderSubject } from './ml-provider-subject.ts';
import { skip, type Checks } from './suite.ts';

const aborted = (): MlCallOptions => ({ priority: 'interactive', signal: AbortSignal.abort() });

/** A face in the middle of a picture. */
const face: DetectedFace = {
  box: { x: 0.3, y: 0.2, w: 0.4, h: 0.6 },
  points: [
    [0.4, 0.4],
    [0.6, 0.4],
    [0.5, 0.5],
    [0.43, 0.65],
    [0.57, 0.65],
  ],
  score: 0.9,
};

/** A call of a method with a signal that is aborted; null or undefined if the model for it is missing. */
type CallOf = (
  provider: MlProvider,
  models: MlModels,
  image: RgbImage,
) => (() => Promise<unknown> | undefined) | null | undefined;

const calls: Readonly<Record<string, CallOf>> = {
  detectFaces: (provider, { faceDetector }, image) => faceDetector && (() => provider.detectFaces(image, aborted())),
  embedFaces: (provider, { faceEmbedder }, image) =>
    faceEmbedder && (() => provider.embedFaces(image, [face], aborted())),
  embedImages: (provider, { imageText }, image) => imageText && (() => provider.embedImages([image], aborted())),
  embedTexts: (provider, { imageText }) => imageText && (() => provider.embedTexts(['a tree'], aborted())),
  findLabels: (provider, { labels }, image) =>
    labels && provider.findLabels && (() => provider.findLabels?.(image, aborted())),
  readText: (provider, { text }, image) => text && provider.readText && (() => provider.readText?.(image, aborted())),
  analyse: (provider, { faceDetector, faceEmbedder, imageText, labels }, image) => {
    const parts = { faces: Boolean(faceDetector && faceEmbedder), image: Boolean(imageText), labels: Boolean(labels) };
    const isAny = Object.values(parts).includes(true);
    return isAny && provider.analyse ? () => provider.analyse?.(image, parts, aborted()) : null;
  },
};

export const mlSignalChecks: Checks<MlProviderSubject> = Object.fromEntries(
  Object.entries(calls).map(([method, callOf]) => [
    `make ${method} reject when aborted`,
    async ({ provider }: MlProviderSubject) => {
      const call = callOf(provider, provider.models(), plain(0, 0, 0));
      // Without its model, it rejects anyway.
      if (!call) skip(`there is no model for ${method}.`);
      await assert.rejects(async () => await call(), `${method} must reject when its signal is aborted`);
    },
  ]),
);
