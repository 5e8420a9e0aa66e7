const tags = new WeakMap<object, string>();

/** The tag under which the document lists the operations of a controller. */
export function Tag(name: string): ClassDecorator {
  return (controller) => void tags.set(controller, name);
}

export function tagOf(controller: object): string {
  const tag = tags.get(controller);
  if (tag === undefined) throw new Error(`${(controller as { name: string }).name} has no tag.`);
  return tag;
}
