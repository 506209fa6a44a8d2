/** SQL for the file name of the photo `p`, if it must be shown instead of a missing or incomplete picture. */
export const shownName = 'CASE WHEN p.fault IS NOT NULL OR p.thumb_revision = 0 THEN p.name END';
