/** Returns the items of a text that a person typed, separated by commas, spaces or lines. */
export const itemsOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** The whole number that a person typed, or null for an empty or any other text. */
export const integerOf = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null);
