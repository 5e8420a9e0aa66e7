import { Flag, Text } from '../fields/fields';
import { SchemaOf } from '../openapi/schema';

@SchemaOf({ name: 'DeletedResource' })
export class DeletedResourceDto {
  @Text({ description: 'ID of the deleted resource.', example: 'gw_0mh2k3l4p9f1c2d3e4b5a6978' })
  id: string;

  @Flag({ description: 'Always true.' })
  deleted: boolean;
}
