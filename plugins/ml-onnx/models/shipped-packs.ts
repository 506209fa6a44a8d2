import clip from '../packs/clip.json' with { type: 'json' };
import clipFp32 from '../packs/clip-fp32.json' with { type: 'json' };
import faces from '../packs/faces.json' with { type: 'json' };
import facesLarge from '../packs/faces-large.json' with { type: 'json' };
import facesS from '../packs/faces-s.json' with { type: 'json' };
import siglip2 from '../packs/siglip2.json' with { type: 'json' };
import { parseManifest, type PackManifest } from './manifest.ts';

/** The packs that this plugin knows where to get. */
export const shippedPacks: readonly PackManifest[] = [faces, facesS, facesLarge, clip, clipFp32, siglip2].map(
  parseManifest,
);
