/** Copies a text, and returns whether the browser allowed it. A page over plain HTTP has no clipboard. */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    await clipboard?.writeText(text);
    return clipboard !== undefined;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}
