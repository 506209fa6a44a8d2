/** `indexing-process.ts <data folder> <picture folder>`: a process that indexes, says `done`, and can be killed. */
import { createFolderSource } from './folder-source.ts';
import { IndexerRig } from './indexer-rig.ts';

const [folder = '', pictures = ''] = process.argv.slice(2);
const source = createFolderSource({ path: pictures, journalFile: `${folder}-journal.json` });
const rig = new IndexerRig({ folder, source });
await rig.settle();
await rig.close();
console.log('done');
