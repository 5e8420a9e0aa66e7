export { type Received, Receiver } from './deliveries/receiver';
