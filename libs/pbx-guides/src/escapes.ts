const XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** A value of an XML attribute. */
export const xml = (value: string): string => value.replace(/[&<>"']/g, (character) => XML[character] ?? character);

/** The content of an XML comment in one line, which may not contain two hyphens. */
export const xmlComment = (value: string): string => value.replace(/-(?=-)/g, '- ').replace(/[\r\n]+/g, ' ');

/** A value of a file in the style of INI, where a semicolon begins a comment. */
export const ini = (value: string): string => value.replace(/[\\;]/g, '\\$&').replace(/[\r\n]+/g, ' ');

/** The rest of a line, after a sign that begins a comment. */
export const comment = (value: string): string => value.replace(/[\r\n]+/g, ' ');

/** A text in double quotes, for Kamailio. */
export const quoted = (value: string): string => `"${value.replace(/["\\]/g, '\\$&').replace(/[\r\n]+/g, ' ')}"`;

/** A text in single quotes, for PowerShell. */
export const powerShell = (value: string): string => `'${value.replaceAll("'", "''").replace(/[\r\n]+/g, ' ')}'`;

/** A parameter of a SIP account line of baresip, which ends at a semicolon. */
export const parameter = (value: string): string => value.replace(/[;<>"\s]/g, '');

export const json = (value: unknown): string => JSON.stringify(value, null, 2);
