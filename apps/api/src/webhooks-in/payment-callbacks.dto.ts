import { Flag } from '../http';

export class CallbackDto {
  @Flag({ description: 'Always true: the event was accepted.' })
  received: boolean;
}
