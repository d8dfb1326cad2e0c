package disk

const nonblock = 0
