// The pieces that arrangements of games are made of.

export { useTable } from './context'
export { Board as PlainBoard, Words, type BoardProps } from './board'
export { MapView, ShapeView } from './map'
export { MeterView, Meters, written } from './meter'
export { Pile } from './pile'
export { Badge, SeatPanel } from './seat'
export { Art, ThingView } from './thing'
export { Hidden, ZoneView } from './zone'
export { IconView, Sign } from '../icons'
