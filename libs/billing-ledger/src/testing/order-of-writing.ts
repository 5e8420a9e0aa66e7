/**
 * Orders rows as they were last written, for tables whose times tie under a manual clock. The place of a row (`ctid`) says
 * less: each connection fills a page of its own.
 */
export const WRITTEN = `xmin::text::bigint, cmin::text::bigint`;
