// Package deployment holds the tests of deploy: Docker Compose, Kubernetes and the NATS
// server take the manifests, strictly, and their parts fit each other.
package deployment
