/** The name of the file of the photo `p`, where it has to stand for a picture that is not there, or not as it should be. */
export const shownName = 'CASE WHEN p.fault IS NOT NULL OR p.thumb_revision = 0 THEN p.name END';
