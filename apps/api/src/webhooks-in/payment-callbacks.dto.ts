import { Flag } from '../http';

export class CallbackDto {
  @Flag({ description: 'The event is kept.', example: true })
  received: boolean;
}
