import { Pictures } from '../../plugins/bridge-upstream/bridge/pictures/pictures.ts';

/** Shared by the rigs of a process. Its child processes end with that process, or when they are idle. */
export const bridgePictures = new Pictures();
