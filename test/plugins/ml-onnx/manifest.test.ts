import { expect } from 'chai';
import { parseManifest } from '../../../plugins/ml-onnx/models/manifest.ts';
import faces from '../../../plugins/ml-onnx/packs/faces.json' with { type: 'json' };
import things from '../../../plugins/ml-onnx/packs/things.json' with { type: 'json' };

describe('the manifest of a model pack', () => {
  const { faceEmbedder } = faces;
  const { text } = things;

  for (const [what, manifest, problem] of [
    [
      'a name that is ambiguous because of a +',
      { ...faces, faceEmbedder: { ...faceEmbedder, id: 'mine+yours' } },
      '"faceEmbedder.id" must not contain @ or +',
    ],
    [
      'a version that is ambiguous because of an @',
      { ...faces, faceEmbedder: { ...faceEmbedder, version: '1@2' } },
      '"faceEmbedder.version" must not contain @ or +',
    ],
    [
      'a link threshold above the edge threshold of faces',
      { ...faces, faceEmbedder: { ...faceEmbedder, clustering: { edge: 0.39, link: 0.45 } } },
      '"faceEmbedder.clustering.link" must not be greater than edge',
    ],
    [
      'text that is shown but cannot be found',
      { ...things, text: { ...text, confidence: { search: 0.9, show: 0.5 } } },
      '"text.confidence.show" must not be less than search',
    ],
  ] as const) {
    it(`is rejected with ${what}, as a server rejects such models of a worker`, () => {
      expect(() => parseManifest(manifest)).to.throw(`The manifest of a model pack is wrong: ${problem}.`);
    });
  }
});
