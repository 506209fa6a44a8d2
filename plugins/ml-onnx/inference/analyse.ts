import type { PictureAnalysis } from 'photofinch/plugin-api';
import type { LoadedModels } from './loaded-models.ts';
import type { Tasks } from './protocol.ts';

/** All parts of one picture, one after the other. */
export async function analyse(
  { image, faces, imageText }: Tasks['analyse']['input'],
  models: LoadedModels,
): Promise<PictureAnalysis> {
  let found: PictureAnalysis['faces'] = null;
  if (faces) {
    // Both are loaded first: faces whose vectors cannot be made would have been looked for in vain.
    const [detector, embedder] = [await models.faceDetector(faces.detector), await models.faceEmbedder(faces.embedder)];
    const detected = await detector.detect(image);
    const embeddings = await embedder.embed(image, detected);
    found = embeddings.flatMap((embedding, index) => {
      const face = detected[index];
      return face ? [{ ...face, embedding }] : [];
    });
  }
  if (!imageText) return { faces: found, image: null };
  const [vector] = await (await models.imageEmbedder(imageText)).embed([image]);
  return { faces: found, image: vector ?? null };
}
