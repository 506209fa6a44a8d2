/** SQL: people said whose a face is or is not, or that it is none. @param id the column with the face's id */
export function isDecided(id: string): string {
  return `(EXISTS (SELECT 1 FROM face_decisions WHERE face_id = ${id})
    OR EXISTS (SELECT 1 FROM face_refusals WHERE face_id = ${id})
    OR EXISTS (SELECT 1 FROM face_rejections WHERE face_id = ${id}))`;
}
