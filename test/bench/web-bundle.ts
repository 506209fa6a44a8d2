import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { webRoot } from '../../core/settings/package-info.ts';

interface FirstLoad {
  readonly files: number;
  /** Bytes, each file gzipped by itself. */
  readonly gzipped: number;
}

/** The files that the browser fetches before any page: those named in `index.html`, and their static imports. */
export function firstLoad(): Record<'js' | 'css', FirstLoad> {
  const html = readFileSync(join(webRoot, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name!);
  const found = new Set(named);
  // Iterating a set includes elements that are added meanwhile.
  for (const name of found) {
    if (!name.endsWith('.js')) continue;
    const script = readFileSync(join(webRoot, name), 'utf8');
    // `import{a}from"./b.js"` and `import"./b.js"`, but not `import("./b.js")`, which is not static.
    for (const [, imported] of script.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)) {
      found.add(`assets/${imported}`);
    }
  }
  const ofKind = (kind: string): FirstLoad => {
    const names = [...found].filter((name) => name.endsWith(kind));
    const sizes = names.map((name) => gzipSync(readFileSync(join(webRoot, name)), { level: 9 }).length);
    return { files: names.length, gzipped: sizes.reduce((sum, size) => sum + size, 0) };
  };
  return { js: ofKind('.js'), css: ofKind('.css') };
}
