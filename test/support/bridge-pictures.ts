import { Pictures } from '../../plugins/bridge-upstream/bridge/pictures/pictures.ts';

/** Shared by the rigs of one process: its processes end with it, or when they are idle. */
export const bridgePictures = new Pictures();
