/** The most faces of one photo that are taken from models: more than in any real photo. */
export const maxFaces = 2000;
