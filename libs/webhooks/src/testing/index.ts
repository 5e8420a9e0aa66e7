export { type Received, Receiver } from './receiver';
