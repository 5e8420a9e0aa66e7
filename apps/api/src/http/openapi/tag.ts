import { ApiTags } from '@nestjs/swagger';

/** Metadata key of @nestjs/swagger, which its package does not export. */
const TAGS = 'swagger/apiUseTags';

/** Declares the tag under which the document lists the operations of a controller. */
export function Tag(name: string): ClassDecorator {
  return ApiTags(name);
}

export function tagOf(controller: object): string {
  const [tag] = (Reflect.getMetadata(TAGS, controller) ?? []) as string[];
  if (tag === undefined) throw new Error(`${(controller as { name: string }).name} has no tag.`);
  return tag;
}
