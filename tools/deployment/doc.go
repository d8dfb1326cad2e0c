// Package deployment holds the tests of deploy: the manifests are what Docker Compose and
// Kubernetes take, strictly, and say what such manifests should.
package deployment
