import type { Plugin } from 'vite';
import { countryNames } from './country-names.ts';
import { encodeOutlines, encodeWaters } from './outlines.ts';
import { encodeShores } from './shores.ts';

const prefix = 'virtual:map/';

/** How each file of the map is made, when it is first requested. */
const files: Readonly<Record<string, () => Uint8Array>> = {
  'outlines-110m': () => encodeOutlines('110m'),
  'outlines-50m': () => encodeOutlines('50m'),
  'waters-110m': () => encodeWaters('110m'),
  'waters-50m': () => encodeWaters('50m'),
};
let shores: Map<string, Uint8Array> | undefined;
const allShores = (): Map<string, Uint8Array> => (shores ??= encodeShores());

/**
 * Lets the page import the map's data: `virtual:map/outlines-110m` is the address of a file, `virtual:map/shores` the
 * addresses of the shores by column and row, and `virtual:map/countries` the data itself.
 */
export function mapData(): Plugin {
  let building = true;
  return {
    name: 'map-data',
    configResolved({ command }) {
      building = command === 'build';
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const name = id.slice(prefix.length + 1);
      if (name === 'countries') return `export default ${JSON.stringify(countryNames())}`;
      const address = (file: string, make: () => Uint8Array): string =>
        building
          ? `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: `${file}.bin`, source: make() })}`
          : JSON.stringify(`/map/${file}`);
      const make = files[name];
      if (make) return `export default ${address(name, make)}`;
      const entries = Array.from(allShores(), ([key, bytes]) => `'${key}': ${address(`shores-${key}`, () => bytes)}`);
      return `export default { ${entries.join(', ')} }`;
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const file = /^\/map\/([\w-]+)$/.exec(request.url ?? '')?.[1] ?? '';
        const bytes = files[file]?.() ?? allShores().get(file.replace('shores-', ''));
        if (bytes) response.end(bytes);
        else next();
      });
    },
  };
}
